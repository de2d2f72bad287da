/** [A] and [B] in one character each, out of Unicode's private area: a comparison of words must not take a mark apart. */
const marks = { A: "\uE00A", B: "\uE00B" } as const;

/** A text with its marks for the outputs of a pair as single characters, to be compared and then drawn by PairText. */
export const foldMarks = (text: string): string => text.replaceAll("[A]", marks.A).replaceAll("[B]", marks.B);

const places = new RegExp(`(\\[[AB]\\]|[${marks.A}${marks.B}])`, "u");
const outputOf = (part: string): "A" | "B" | null =>
  part === "[A]" || part === marks.A ? "A" : part === "[B]" || part === marks.B ? "B" : null;

/** A text about a pair: where it names an output, the name stands out as in the output's own title. */
export function PairText({ text }: { text: string }) {
  let at = 0;
  return text.split(places).map((part) => {
    const key = `${at}`;
    at += part.length;
    const name = outputOf(part);
    return name === null ? part : <OutputMark key={key} name={name} />;
  });
}

/** A or B, as everywhere where an output of a pair is named. */
export function OutputMark({ name }: { name: "A" | "B" }) {
  return <b className="rounded-[4px] bg-sunken px-[0.35em] py-[0.05em] font-semibold text-ink">{name}</b>;
}
