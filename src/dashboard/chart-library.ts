/** The parts of Chart.js that the dashboard uses, in a file of their own. */
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  DoughnutController,
  LinearScale,
  Tooltip,
  type ChartConfiguration,
} from 'chart.js';
import { STATUSES, type Status } from '../protocol/index.js';
import type { Day } from './answers.js';
import { formatShortDay } from './format.js';
import { totalsOf } from './usage.js';
import { WORDS } from './words/index.js';

Chart.register(ArcElement, BarController, BarElement, CategoryScale, DoughnutController, LinearScale, Tooltip);

/** The colours of a chart, as CSS has them now: light, dark or forced. */
export interface Palette {
  verdicts: Record<Status, string>;
  text: string;
  line: string;
  surface: string;
  font: string;
}

/** Charts do not move: calm, and nothing to reduce. */
const COMMON = { animation: false, responsive: true, maintainAspectRatio: false } as const;

const tooltip = ({ surface, text, line, font }: Palette) => ({
  backgroundColor: surface,
  titleColor: text,
  bodyColor: text,
  borderColor: line,
  borderWidth: 1,
  padding: 10,
  titleFont: { family: font },
  bodyFont: { family: font },
  boxPadding: 4,
});

const perDay = (days: readonly Day[], palette: Palette): ChartConfiguration<'bar'> => {
  const ticks = { color: palette.text, font: { family: palette.font, size: 12 } };
  return {
    type: 'bar',
    data: {
      labels: days.map(({ day }) => formatShortDay(day)),
      datasets: STATUSES.map((status) => ({
        label: WORDS.statuses[status],
        data: days.map((day) => day[status]),
        backgroundColor: palette.verdicts[status],
        borderRadius: 2,
        maxBarThickness: 28,
      })),
    },
    options: {
      ...COMMON,
      interaction: { mode: 'index', intersect: false },
      plugins: { tooltip: tooltip(palette) },
      scales: {
        x: {
          stacked: true,
          grid: { display: false },
          border: { color: palette.line },
          ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 },
        },
        y: {
          stacked: true,
          beginAtZero: true,
          border: { display: false },
          grid: { color: palette.line },
          ticks: { ...ticks, precision: 0, maxTicksLimit: 5 },
        },
      },
    },
  };
};

const byVerdict = (days: readonly Day[], palette: Palette): ChartConfiguration<'doughnut'> => {
  const totals = totalsOf(days);
  return {
    type: 'doughnut',
    data: {
      labels: STATUSES.map((status) => WORDS.statuses[status]),
      datasets: [
        {
          data: STATUSES.map((status) => totals[status]),
          backgroundColor: STATUSES.map((status) => palette.verdicts[status]),
          borderColor: palette.surface,
          borderWidth: 2,
        },
      ],
    },
    options: { ...COMMON, cutout: '68%', plugins: { tooltip: tooltip(palette) } },
  };
};

const CHARTS = { perDay, byVerdict } as const;
export type ChartName = keyof typeof CHARTS;

/** Draws a chart into a canvas. @returns what removes it. */
export const drawChart = (
  canvas: HTMLCanvasElement,
  name: ChartName,
  days: readonly Day[],
  palette: Palette,
): (() => void) => {
  const chart = new Chart(canvas, CHARTS[name](days, palette));
  return () => {
    chart.destroy();
  };
};
