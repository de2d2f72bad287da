interface RaterCardProps {
  name: string;
  score: string;
  /** `how`: what the rater did with the line, if that is shown. */
  lines: readonly { kind: string; text: string; how?: string; struck?: boolean; reason?: string | null }[];
  /** What is said in place of lines, if anything. */
  empty: string | null;
  mine?: boolean;
}

/** One person's score of a unit and their lines, in a list of raters. */
export function RaterCard({ name, score, lines, empty, mine = false }: RaterCardProps) {
  return (
    <li className="min-w-0 rounded-panel border bg-card px-4 py-3 data-mine:border-accent" data-mine={mine ? "" : undefined}>
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{name}</span>
        <span className="text-title tabular-nums">{score}</span>
      </p>
      <ul className="mt-2 flex flex-col gap-1.5 text-small">
        {lines.map(({ kind, text, how, struck, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids and never change their order
          <li key={index} className="wrap-anywhere">
            <span className="text-soft">
              {kind}
              {how && `, ${how}`}:
            </span>{" "}
            <span className={struck ? "struck" : undefined} dir="auto">
              {text}
            </span>
            {reason && <span className="block text-soft">{reason}</span>}
          </li>
        ))}
        {lines.length === 0 && empty !== null && <li className="text-soft">{empty}</li>}
      </ul>
    </li>
  );
}
