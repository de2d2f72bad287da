import type { SampleFilter } from "./sample-filter";
import type { UnitSelection } from "./unit-selection";

// Apart from the schemas, so that pages which only build and read links do not load zod.

/** The parameters of the samples page that select units, as texts. */
export type UnitQuery = { [Field in keyof UnitSelection]?: string };

/** The parameters of the samples page that narrow the list of samples, as texts. */
export type SampleQuery = { [Field in keyof SampleFilter]?: string };

const figureFields = {
  criterion: true,
  human: true,
  other: true,
  humanScore: true,
  humanBelow: true,
  judgeScore: true,
  judgeBelow: true,
  ratings: true,
  pairable: true,
  change: true,
  apart: true,
  gap: true,
  item: true,
  outcome: true,
  reason: true,
  made: true,
  gold: true,
  right: true,
  spread: true,
  timed: true,
  ...{
    whole: true,
    again: true,
    besides: true,
    everybody: true,
    also: true,
    withDraft: true,
    form: true,
    own: true,
    small: true,
    column: true,
    columnValue: true,
    firstRated: true,
    outputs: true,
    armToo: true,
    undrafted: true,
    undraftedOn: true,
  },
  adjudicated: true,
  ...{
    shown: true,
    fate: true,
    planted: true,
    moved: true,
    firstScore: true,
    behaviour: true,
    could: true,
    swapped: true,
    reviewed: true,
    claimed: true,
    repeated: true,
  },
} as const satisfies Partial<Record<keyof UnitSelection, true>>;

const unitFields: Readonly<Record<keyof UnitSelection, true>> = {
  ...figureFields,
  ...{ people: true, of: true, sort: true, excluded: true },
  ...{ criteriaSet: true, arm: true, judge: true, system: true, subset: true, annotator: true, finished: true, from: true, to: true },
};

const sampleFields: Readonly<Record<keyof SampleFilter, true>> = {
  ...{ search: true, state: true, disagreement: true, flagged: true, system: true, subset: true, arm: true, import: true, sort: true },
};

/** Whether parameters select units rather than whole samples: they name a criterion, a rater, or something about ratings. */
export const selectsUnits = (query: object): boolean =>
  Object.entries(query).some(([field, value]) => value !== undefined && Object.hasOwn(figureFields, field));

const pick = (fields: object, parameters: URLSearchParams) =>
  Object.fromEntries(Object.keys(fields).flatMap((field) => (parameters.get(field) ? [[field, parameters.get(field) ?? ""]] : [])));

/** The part of a URL's parameters that selects units. */
export const unitQueryOf = (parameters: URLSearchParams): UnitQuery => pick(unitFields, parameters);

/** The part of a URL's parameters that narrows the list of samples. */
export const sampleQueryOf = (parameters: URLSearchParams): SampleQuery => pick(sampleFields, parameters);
