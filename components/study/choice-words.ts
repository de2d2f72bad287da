import type { PlanArm, PlanContent } from "@/lib/domain/study-plan";
import { count, figuresOf } from "../charts/format";

export const designWords = {
  parallel: { label: "Parallel", hint: "one arm a person" },
  crossed: { label: "Crossed", hint: "everyone in every arm" },
  within: { label: "Within", hint: "blind, then with the draft" },
} as const;

export const armWords = { drafted: "Drafted", blind: "Blind", "blind-then-drafted": "Blind, then drafted" } as const;

/** What each choice is called, on the page and in the list of changes. */
export const choiceLabels: Record<keyof PlanContent, string> = {
  design: "Design",
  arms: "Arms",
  washOutHours: "Wash-out",
  overlap: "Overlap",
  shared: "Shared by all",
  samples: "Samples",
  draw: "Draw",
  people: "People",
  named: "People named",
  personal: "Own limits and samples",
  maxPerPerson: "Limit a person",
  maxPerDay: "Limit a day",
  order: "Order",
  blockSize: "Block size",
  shuffleCriteria: "Criteria",
  repeatShare: "Repeats",
  planted: "Planted drafts",
  goldShare: "Known answers",
  attentionShare: "Attention checks",
  seed: "Seed",
  pay: "Pay",
  lastDay: "Last day",
  hoursPerPerson: "Hours free",
  consent: "Consent",
  anonymous: "Names",
  sizing: "Planner",
};

/** An amount in the plan's currency. A code such as EUR gets its sign, anything else is written after the figure. */
export function money(amount: number, currency: string): string {
  if (!/^[A-Z]{3}$/u.test(currency)) return `${amount.toFixed(2)} ${currency}`;
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}

const orNone = (value: number | null, unit = "") => (value === null ? "none" : `${count(value)}${unit}`);

/** Each arm's name; two with the same kind of work are numbered. */
export function armNames(arms: readonly PlanArm[]): string[] {
  return arms.map(({ arm }, index) => {
    const alike = arms.filter((other) => other.arm === arm);
    const place = arms.slice(0, index + 1).filter((other) => other.arm === arm).length;
    return alike.length === 1 ? armWords[arm] : `${armWords[arm]} ${place}`;
  });
}

const armText = (arms: readonly PlanArm[]) => {
  const whole = arms.reduce((sum, { share }) => sum + share, 0);
  return arms.map(({ share }, index) => `${armNames(arms)[index]} ${Math.round((share / whole) * 100)} %`).join(", ");
};

const share = (value: number) => `${Math.round(value * 1000) / 10} %`;

export const drawWords = { equal: "all equally likely", "judges-differ": "more likely where judges differ" } as const;

const writers: { [Field in keyof PlanContent]: (value: PlanContent[Field]) => string } = {
  design: (value) => designWords[value].label,
  arms: armText,
  washOutHours: (value) => `${value} hours`,
  overlap: String,
  shared: count,
  samples: (value) => (value === null ? "all" : count(value)),
  draw: (value) => drawWords[value],
  people: count,
  named: (value) => count(value.length),
  personal: (value) => (value.length === 0 ? "none" : figuresOf(value.length, "person", "people")),
  maxPerPerson: (value) => orNone(value),
  maxPerDay: (value) => orNone(value),
  order: (value) => (value === "blocks" ? "arms in blocks" : "shuffled"),
  blockSize: count,
  shuffleCriteria: (value) => (value ? "in an order of their own" : "in the set's order"),
  repeatShare: share,
  planted: (value) => (value === null ? "none" : `${share(value.share)}${value.disclosed ? "" : ", not disclosed"}`),
  goldShare: share,
  attentionShare: share,
  seed: String,
  pay: (value) => (value === null ? "none" : `${money(value.perHour, value.currency)} an hour`),
  lastDay: (value) => value ?? "none",
  hoursPerPerson: (value) => orNone(value, " a person"),
  consent: (value) => (value === "" ? "not asked" : "asked"),
  anonymous: (value) => (value ? "codes in exports" : "shown in exports"),
  sizing: ({ assumptions, targets }) => `${count(Object.keys(targets).length)} wanted, ${count(Object.keys(assumptions).length)} assumed`,
};

/** One choice in words. */
export function choiceText<Field extends keyof PlanContent>(field: Field, content: Pick<PlanContent, Field>): string {
  return writers[field](content[field]);
}
