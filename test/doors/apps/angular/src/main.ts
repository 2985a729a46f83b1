import { bootstrapApplication } from '@angular/platform-browser';
import { SignUp } from './sign-up';

void bootstrapApplication(SignUp);
