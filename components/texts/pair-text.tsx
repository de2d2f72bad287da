/** [A] and [B] as one private-use character each, so that a word diff cannot split a mark. */
const marks = { A: "\uE00A", B: "\uE00B" } as const;

/** Encodes a text's output marks as single characters, for diffing and then drawing with PairText. */
export const foldMarks = (text: string): string => text.replaceAll("[A]", marks.A).replaceAll("[B]", marks.B);

const places = new RegExp(`(\\[[AB]\\]|[${marks.A}${marks.B}])`, "u");
const outputOf = (part: string): "A" | "B" | null =>
  part === "[A]" || part === marks.A ? "A" : part === "[B]" || part === marks.B ? "B" : null;

/** A text about a pair, with output names styled as in the outputs' titles. */
export function PairText({ text }: { text: string }) {
  let at = 0;
  return text.split(places).map((part) => {
    const key = `${at}`;
    at += part.length;
    const name = outputOf(part);
    return name === null ? part : <OutputMark key={key} name={name} />;
  });
}

/** The label A or B, styled the same wherever an output of a pair is named. */
export function OutputMark({ name }: { name: "A" | "B" }) {
  return <b className="rounded-[4px] bg-sunken px-[0.35em] py-[0.05em] font-semibold text-ink">{name}</b>;
}
