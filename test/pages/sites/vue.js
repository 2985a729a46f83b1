import { createApp } from 'vue';
import Page from './vue.vue';
import SignUp from './vue-form.vue';

createApp(Page, { form: SignUp }).mount('#root');
