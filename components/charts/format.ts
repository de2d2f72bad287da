const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const noBreak = "\u00a0";

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"] as const;

/** Formats a figure for the screen: two decimals and a real minus sign. Exports carry all digits. */
export function decimals(value: number, places = 2): string {
  const text = Math.abs(value).toFixed(places);
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** Formats a difference: always signed, unless it rounds to zero. */
export function signed(value: number, places = 2): string {
  const text = decimals(value, places);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A share in 0..1 as a percentage with one decimal. */
export const percent = (share: number): string => `${decimals(share * 100, 1)}${noBreak}%`;

/** The ends of a share's interval as percentages, whole ones where these differ: "71–84 %", "0.8–1.2 %". */
export function percentRange({ low, high }: { low: number; high: number }): string {
  const digits = Math.round(low * 100) === Math.round(high * 100) ? 1 : 0;
  return `${decimals(low * 100, digits)}–${decimals(high * 100, digits)}${noBreak}%`;
}

/** A p-value: three decimals, or that it is smaller; never zero. */
export const pText = (p: number): string => (p < 0.001 ? "< 0.001" : decimals(p, 3));

/** A whole number with thousands separators. */
export const count = (value: number): string => whole.format(value);

/** A count for prose: spelled out up to twelve. */
export const inWords = (value: number): string => words[value] ?? count(value);

/** "one judge", "five annotators", "1,000 units". */
export const countOf = (value: number, one: string, many = `${one}s`): string => `${inWords(value)} ${value === 1 ? one : many}`;

/** "1 row", "37 rows": the same in digits, for labels rather than sentences. */
export const figuresOf = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

/** A number that somebody chose: to so many decimals, or as many as it has. */
export const asChosen = (value: number, least = 2): string =>
  Number(value.toFixed(least)) === value ? decimals(value, least) : String(value);

/** The ends of an interval, to two decimals. */
export const intervalText = (interval: { low: number; high: number }): string => `${decimals(interval.low)} to ${decimals(interval.high)}`;

/** A duration: "9 s", "1 min 16 s", "2 h 5 min". Under ten seconds it keeps one decimal if there is one. */
export function duration(seconds: number): string {
  if (seconds < 10 && !Number.isInteger(seconds)) return `${seconds.toFixed(1)}${noBreak}s`;
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded}${noBreak}s`;
  if (rounded < 3600) {
    const rest = rounded % 60;
    return `${Math.floor(rounded / 60)}${noBreak}min${rest === 0 ? "" : ` ${rest}${noBreak}s`}`;
  }
  const minutes = Math.round(rounded / 60);
  const rest = minutes % 60;
  return `${count(Math.floor(minutes / 60))}${noBreak}h${rest === 0 ? "" : ` ${rest}${noBreak}min`}`;
}

/** US dollars; small amounts keep enough digits to differ from zero. */
export function dollars(amount: number): string {
  if (amount === 0) return "$0.00";
  if (amount < 0.01) return `$${amount.toPrecision(2)}`;
  return `$${new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)}`;
}

/** Truncates a long name at a word boundary, or within a word if the word itself is too long. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s.,;:])[\s.,;:]+$/u, "")}…`;
}

const byteUnits = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** The size of a file: "912 bytes", "4.1 kB", "37 MB", "1.2 GB". */
export function bytes(size: number): string {
  if (size < 1000) return `${count(size)}${noBreak}${size === 1 ? "byte" : "bytes"}`;
  let unit = 0;
  let rest = size;
  // Rounded in the loop, so that no size is shown as 1,000 of a unit.
  while (Number(rest.toPrecision(3)) >= 1000 && unit < byteUnits.length - 1) {
    rest /= 1000;
    unit++;
  }
  return `${rest < 9.95 ? rest.toFixed(1) : count(rest)}${noBreak}${byteUnits[unit]}`;
}
