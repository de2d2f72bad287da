/** How long a pause starts a new word. */
const pauseMs = 700;

/** Finds entries by the letters typed; one letter again and again goes through the entries that begin with it. */
export function createTypeAhead(): (key: string, labels: readonly string[], current: number, nowMs: number) => number | null {
  let typed = "";
  let lastMs = Number.NEGATIVE_INFINITY;
  return (key, labels, current, nowMs) => {
    typed = nowMs - lastMs > pauseMs ? key : typed + key;
    lastMs = nowMs;
    const [first = ""] = typed;
    const repeated = typed.length > 1 && [...typed].every((letter) => letter === first);
    const wanted = (repeated ? first : typed).toLocaleLowerCase();
    // A word being continued may stay where it is; a new letter moves on.
    const from = typed.length === 1 || repeated ? current + 1 : current;
    for (let step = 0; step < labels.length; step++) {
      const at = (Math.max(from, 0) + step) % labels.length;
      if (labels[at]?.toLocaleLowerCase().startsWith(wanted)) return at;
    }
    return null;
  };
}

/** Whether a key press types a character. */
export const isTyped = (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }): boolean =>
  event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
