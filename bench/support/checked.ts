/** One thing that must be true after a torture. */
export interface Checked {
  what: string;
  ok: boolean;
  found: string;
}

/** Whether what was found is what should be, and what to say about it. */
export function equal(what: string, found: unknown, expected: unknown): Checked {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  return { what, ok: is === should, found: is === should ? is : `${is} instead of ${should}` };
}
