import { createApp } from 'vue';
import SignUp from './vue-form.vue';

createApp(SignUp).mount('#root');
