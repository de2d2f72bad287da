/** In words of English: 1,234. */
export const number = (value: number) => value.toLocaleString("en-US");
/** A number with what it counts. */
export const counted = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;
