import { createSSRApp } from 'vue';
import SignUp from './vue-ssr-form.vue';

createSSRApp(SignUp).mount('#root');
