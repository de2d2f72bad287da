import "server-only";

/** A text as PostgreSQL takes it: it knows neither NUL nor half a surrogate pair, and models send both. */
export const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, "\uFFFD");

/** A value as PostgreSQL takes it as JSON: all its texts made storable, names of fields too. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "string") return storable(part);
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [storable(name), inner]));
  });
