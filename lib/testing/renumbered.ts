/** Whole numbers of the report; all others are measured. */
const wholes =
  /\.(n|units|ratings|longestRun|eligible|towards|stayed|away|runs|tied|raters|dropped|farApart|definedGroups|totalGroups|unitsTimed|samplesTimed|definedCriteria|totalCriteria|inputs|annotators|samples|people|count|up|down|same|changed|histogram\.\d+|reasons\.[^.]+|counts\.\d+\.\d+|ways\.(towards|away)\.\d+\.\d+)$/u;
/** What names other figures rather than being one. */
const names = /\.(seed|resamples|confidence|epsilon|half|level|values\.\d+|comparisons\.\d+\.(with|without))$/u;

/** The same part of a report with a number of its own, of many digits, in every place; whole ones above a thousand, which text would group. */
export function renumbered<Part extends object>(part: Part, from = 0) {
  const numbers = new Map<string, number>();
  const walked = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((one, place) => walked(one, `${path}.${place}`));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walked(one, `${path}.${key}`)]));
    if (typeof value !== "number" || names.test(path)) return value;
    const own = wholes.test(path) ? 1001 + 7 * (from + numbers.size) : value + (from + numbers.size + 1) * 1.0300001e-6;
    numbers.set(path, own);
    return own;
  };
  return { figures: walked(part, "") as Part, numbers };
}
