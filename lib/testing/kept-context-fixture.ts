import type { TaskRates } from "@/lib/domain/criteria-round";
import type { ReportContext } from "@/lib/domain/report-context";
import { type PlanProgress, planContent } from "@/lib/domain/study-plan";

// What a frozen report keeps of its task: studies, and what experts did with criteria. Every figure its own number.

const runId = "00000000-0000-4000-8000-000000000002";

const rate = (count: number, n: number) => ({ count, share: n === 0 ? null : count / n });
const rates = ([accept, revise, remove, add]: [number, number, number, number]) => {
  const n = accept + revise + remove + add;
  return { accept: rate(accept, n), revise: rate(revise, n), remove: rate(remove, n), add: rate(add, n), n };
};
const none = rates([0, 0, 0, 0]);

const round = (number: number, counts: Parameters<typeof rates>[0], changes: Partial<TaskRates["figures"]>): TaskRates => ({
  ...{ roundId: `00000000-0000-4000-8000-00000000001${number}`, number, judge: null, publishedVersion: null },
  figures: {
    ...{ experts: 5, criteria: 8, alpha: { value: null, why: "too-few", n: 1, low: null, high: null }, consensus: null },
    byExperts: { all: rates(counts), general: none, taskSpecific: none, unstated: none },
    ...changes,
  },
});

/** Three rounds: one of a judge's criteria with figures, one with an alpha without an interval, and one in which nobody did anything. */
const rounds: TaskRates[] = [
  { ...round(3, [22, 9, 6, 3], { alpha: { value: 0.37, why: null, n: 37, low: 0.12, high: 0.62 } }), judge: "gpt", publishedVersion: 4 },
  round(2, [1, 0, 1, 0], { experts: 1, criteria: 1, alpha: { value: 0.41, why: null, n: 2, low: 0.2, high: null } }),
  round(1, [0, 0, 0, 0], {}),
];

const planned = (
  version: number,
  status: ReportContext["plans"][number]["status"],
  content: object,
  progress: PlanProgress | null,
): ReportContext["plans"][number] => ({
  ...{ id: `00000000-0000-4000-8000-00000000002${version}`, version, status, progress, changes: [] },
  content: planContent.parse({ people: 15, arms: [{ arm: "blind" }, { arm: "drafted", runId }], ...content }),
});

/** Four studies: one that runs beside other work, one of every sample twice, one of a criterion alone, and one that has not started. */
const plans: ReportContext["plans"] = [
  planned(4, "draft", { overlap: 2 }, null),
  planned(
    3,
    "running",
    { overlap: 4, shared: 20, seed: 31 },
    {
      samples: 200,
      outside: { submitted: 12, before: 5 },
      arms: [
        {
          ...{ arm: "blind", runId: null, judge: null, planned: 390, submitted: 300, excluded: 7 },
          criteria: [
            { name: "Clarity", planned: 390, submitted: 300 },
            { name: "Truth", planned: 390, submitted: 299 },
            { name: "Depth", planned: 385, submitted: 300 },
            { name: null, planned: 55, submitted: 44 },
          ],
        },
        { arm: "drafted", runId, judge: "model-x", planned: 410, submitted: 312, excluded: 1, criteria: [] },
      ],
    },
  ),
  planned(
    2,
    "closed",
    { overlap: 1, design: "within", seed: 32 },
    {
      samples: 1,
      outside: { submitted: 3, before: 3 },
      arms: [
        {
          ...{ arm: "blind", runId: null, judge: null, planned: 1, submitted: 1, excluded: 0 },
          criteria: [{ name: "Clarity", planned: 1, submitted: 1 }],
        },
      ],
    },
  ),
  planned(
    1,
    "closed",
    { overlap: 1, design: "within", arms: [{ arm: "blind-then-drafted", runId }], seed: 33 },
    {
      samples: 6,
      outside: { submitted: 0, before: 0 },
      arms: [
        {
          ...{ arm: "blind-then-drafted", runId, judge: "gpt", planned: 6, submitted: 4, excluded: 0 },
          criteria: [{ name: null, planned: 6, submitted: 4 }],
        },
      ],
    },
  ),
];

/** Four studies and three rounds of a panel. */
export const keptContext: ReportContext = { runs: [], plans, rounds };
