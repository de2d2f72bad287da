import "server-only";

/** A text that PostgreSQL accepts: it rejects NUL and lone surrogates, and models send both. */
export const storable = (text: string): string => text.replaceAll(/\0|\p{Surrogate}/gu, "\uFFFD");

/** A value that PostgreSQL accepts as JSON: all its texts made storable, field names included. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "string") return storable(part);
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [storable(name), inner]));
  });
