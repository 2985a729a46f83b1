import '@angular/compiler';
import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core';
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';
import { verify } from '#verify/markup.js';
import { send } from './send.js';

@Component({
  selector: 'sign-up',
  imports: [ReactiveFormsModule],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  inputs: ['render'],
  template: `
    <form #form="ngForm" [formGroup]="group" (ngSubmit)="onSubmit($event)" [attr.data-render]="render">
      ${verify('<label>Email <input type="email" formControlName="email"></label>')}
      <label>Name <input name="name" formControlName="name" aria-required="true" /></label>
      @if (form.submitted && group.controls.name.hasError('required')) {
        <p class="error">Name is required.</p>
      }
      <button name="plan" value="free">Free</button>
      <button name="plan" value="paid">Paid</button>
    </form>
  `,
})
class SignUp {
  render = 1;
  readonly group = new FormGroup({
    email: new FormControl('', Validators.required),
    name: new FormControl('', Validators.required),
  });

  onSubmit(event: SubmitEvent): void {
    if (this.group.invalid) return;
    void send({ email: this.group.value.email }, (event.submitter as HTMLButtonElement | null)?.value);
  }
}

@Component({
  selector: 'sign-up-page',
  imports: [SignUp],
  template: `
    @if (shown()) {
      <sign-up [render]="render() + made() - 1" />
    }
    <button id="state" (click)="render.set(render() + 1)">Render again</button>
    <button id="again" (click)="again()">Make again</button>
  `,
})
class Page {
  readonly render = signal(1);
  readonly made = signal(1);
  readonly shown = signal(true);

  again(): void {
    this.shown.set(false);
    setTimeout(() => {
      this.made.set(this.made() + 1);
      this.shown.set(true);
    });
  }
}

document.querySelector('#root')?.append(document.createElement('sign-up-page'));
void bootstrapApplication(Page, { providers: [provideZonelessChangeDetection()] });
