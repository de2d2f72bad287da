import { StatsInputError } from "./result";

/** One argument of a statistic, as `redline stats --list` prints it. */
export interface StatisticParameter {
  name: string;
  required: boolean;
  summary: string;
}

/** A statistic that can be called by name with one JSON object of arguments. */
export interface Statistic {
  /** Kebab-case. */
  name: string;
  /** One line: what comes back. */
  summary: string;
  parameters: readonly StatisticParameter[];
  /** Checks the names of the arguments, calls the function, and gives its result as plain JSON values. */
  run(args: Readonly<Record<string, unknown>>): unknown;
}

/** A parameter that must be given. */
export function required(name: string, summary: string): StatisticParameter {
  return { name, required: true, summary };
}

/** A parameter that may be left out. */
export function optional(name: string, summary: string): StatisticParameter {
  return { name, required: false, summary };
}

/** The interval's parameters, shared by many statistics. */
export const INTERVAL_PARAMETERS: readonly StatisticParameter[] = [
  optional("interval", "jackknife (default), bca, percentile or none"),
  optional("confidence", "coverage in 0..1, default 0.95"),
  optional("resamples", "bootstrap replicates, default 2000"),
  optional("seed", "seed of the bootstrap, default 1"),
];

/**
 * An entry of the catalogue. The function takes one options object; what the names cannot promise (types, shapes) it checks itself and
 * reports as a StatsInputError.
 */
export function statistic<Options>(
  name: string,
  summary: string,
  parameters: readonly StatisticParameter[],
  compute: (options: Options) => unknown,
): Statistic {
  return {
    name,
    summary,
    parameters,
    run(args) {
      for (const given of Object.keys(args)) {
        if (parameters.some((parameter) => parameter.name === given)) continue;
        throw new StatsInputError(
          given,
          `is not a parameter of ${name} (it has ${parameters.map((parameter) => parameter.name).join(", ")})`,
        );
      }
      for (const parameter of parameters) {
        if (parameter.required && args[parameter.name] === undefined) throw new StatsInputError(parameter.name, `is required by ${name}`);
      }
      return plain(compute(args as Options));
    },
  };
}

/** Typed arrays as arrays and Maps as objects, so that JSON shows what they hold. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return Array.from(value as Float64Array);
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return plain(Object.fromEntries(value));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
