/** The dashboard of the service: registers its elements. */
import { DashboardApp } from './app.js';
import { UsageChart } from './chart.js';
import { CodePanel } from './views/code.js';
import { definePages } from './views/index.js';

definePages();
customElements.define('usage-chart', UsageChart);
customElements.define('dashboard-code', CodePanel);
customElements.define('dashboard-app', DashboardApp);
