import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Route } from '../route.js';
import type { App } from '../view.js';
import { AccountView } from './account.js';
import { AccountsView } from './accounts.js';
import { AccuracyView } from './accuracy.js';
import { ApiSettingsView } from './api-settings.js';
import { BounceUpload } from './bounce-upload.js';
import { CallbackSettings } from './callback-settings.js';
import { CheckView } from './check.js';
import { FormView } from './form.js';
import { MailSources } from './mail-sources.js';
import { ListCallback } from './list-callback.js';
import { ListRows } from './list-rows.js';
import { ListSearch } from './list-search.js';
import { ListUpload } from './list-upload.js';
import { ListView } from './list.js';
import { ListsView } from './lists.js';
import { ForgotPasswordView, ResetView } from './password.js';
import { AddressView, ConfirmView, OperatorView } from './links.js';
import { OverviewView } from './overview.js';
import { RegisterView } from './register.js';
import { RuleChanges } from './rule-changes.js';
import { RulesView } from './rules.js';
import { SignInView } from './sign-in.js';

const ELEMENTS = {
  'dashboard-overview': OverviewView,
  'dashboard-form': FormView,
  'dashboard-api-settings': ApiSettingsView,
  'dashboard-check': CheckView,
  'dashboard-lists': ListsView,
  'dashboard-list-upload': ListUpload,
  'dashboard-callbacks': CallbackSettings,
  'dashboard-list': ListView,
  'dashboard-list-rows': ListRows,
  'dashboard-list-search': ListSearch,
  'dashboard-list-callback': ListCallback,
  'dashboard-rules': RulesView,
  'dashboard-rule-changes': RuleChanges,
  'dashboard-accuracy': AccuracyView,
  'dashboard-mail-sources': MailSources,
  'dashboard-bounce-upload': BounceUpload,
  'dashboard-account': AccountView,
  'dashboard-accounts': AccountsView,
  'dashboard-sign-in': SignInView,
  'dashboard-register': RegisterView,
  'dashboard-forgot-password': ForgotPasswordView,
  'dashboard-reset': ResetView,
  'dashboard-confirm': ConfirmView,
  'dashboard-address': AddressView,
  'dashboard-operator': OperatorView,
};

/** Registers the pages and their parts. */
export const definePages = (): void => {
  for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
};

/** The element of a route. */
export const pageOf = ({ view, token, list }: Route, app: App): TemplateResult => {
  switch (view) {
    case 'overview':
      return html`<dashboard-overview class="view" .app=${app}></dashboard-overview>`;
    case 'form':
      return html`<dashboard-form class="view" .app=${app}></dashboard-form>`;
    case 'api-settings':
      return html`<dashboard-api-settings class="view" .app=${app}></dashboard-api-settings>`;
    case 'check':
      return html`<dashboard-check class="view" .app=${app}></dashboard-check>`;
    case 'lists':
      return list === undefined
        ? html`<dashboard-lists class="view" .app=${app}></dashboard-lists>`
        : html`${keyed(list, html`<dashboard-list class="view" .app=${app} .number=${list}></dashboard-list>`)}`;
    case 'rules':
      return html`<dashboard-rules class="view" .app=${app}></dashboard-rules>`;
    case 'accuracy':
      return html`<dashboard-accuracy class="view" .app=${app}></dashboard-accuracy>`;
    case 'account':
      return html`<dashboard-account class="view" .app=${app}></dashboard-account>`;
    case 'accounts':
      return html`<dashboard-accounts class="view" .app=${app}></dashboard-accounts>`;
    case 'sign-in':
      return html`<dashboard-sign-in class="view" .app=${app}></dashboard-sign-in>`;
    case 'register':
    case 'invitation':
      return html`<dashboard-register class="view" .app=${app} .token=${token}></dashboard-register>`;
    case 'forgot-password':
      return html`<dashboard-forgot-password class="view" .app=${app}></dashboard-forgot-password>`;
    case 'reset':
      return html`<dashboard-reset class="view" .app=${app} .token=${token}></dashboard-reset>`;
    case 'confirm':
      return html`<dashboard-confirm class="view" .app=${app} .token=${token}></dashboard-confirm>`;
    case 'address':
      return html`<dashboard-address class="view" .app=${app} .token=${token}></dashboard-address>`;
    case 'operator':
      return html`<dashboard-operator class="view" .app=${app} .token=${token}></dashboard-operator>`;
  }
};
