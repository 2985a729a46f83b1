import { createApp } from 'vue';
import Page from './vue.vue';
import SignUp from './vee-validate-form.vue';

createApp(Page, { form: SignUp }).mount('#root');
