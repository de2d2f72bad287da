/** [A] and [B] in one character each, out of Unicode's private area: a comparison of words must not take a mark apart. */
const marks = { A: "\uE00A", B: "\uE00B" } as const;

/** A text with its marks for the outputs of a pair as single characters, to be compared and then drawn by SideText. */
export const foldSides = (text: string): string => text.replaceAll("[A]", marks.A).replaceAll("[B]", marks.B);

const places = new RegExp(`(\\[[AB]\\]|[${marks.A}${marks.B}])`, "u");
const sideOf = (part: string): "A" | "B" | null =>
  part === "[A]" || part === marks.A ? "A" : part === "[B]" || part === marks.B ? "B" : null;

/** A text about a pair: where it names an output, the name stands out as in the output's own title. */
export function SideText({ text }: { text: string }) {
  let at = 0;
  return text.split(places).map((part) => {
    const key = `${at}`;
    at += part.length;
    const side = sideOf(part);
    return side === null ? part : <SideMark key={key} side={side} />;
  });
}

/** A or B, as everywhere where an output of a pair is named. */
export function SideMark({ side }: { side: "A" | "B" }) {
  return <b className="rounded-[4px] bg-sunken px-[0.35em] py-[0.05em] font-semibold text-ink">{side}</b>;
}
