import { likenessProblem } from "@/lib/domain/likeness-words";
import type { ListLikeness } from "@/lib/domain/list-likeness";
import type { Proposal } from "@/lib/domain/project";
import { decimals, figuresOf } from "../charts/format";

const meaning = {
  cc: "How alike this list and each sampled one are, on average.",
  icc: "How alike the sampled lists are to each other. Not the intraclass correlation.",
};

/** How consistent a judge's proposals are: CC and ICC with what they were computed from, and the lists behind them. */
export function ProposalLikeness({ proposal }: { proposal: Proposal }) {
  const { consistency, sampled, temperature } = proposal;
  if (consistency === null) {
    return (
      <p className="mb-4 max-w-measure text-small text-soft">
        No further lists were sampled, so it is not known whether this judge would propose the same again.
      </p>
    );
  }
  return (
    <section aria-label="Agreement of repeated lists" className="mb-4 rounded-panel border bg-card px-5 py-4">
      <h3 className="text-title">Would it propose the same again?</h3>
      <p className="mt-1 max-w-measure text-small text-soft">
        This list was made at temperature 0, {figuresOf(sampled.length, "other")} for comparison
        {temperature !== null && ` at temperature ${temperature}`}. At 1, every criterion of one list has its equal in the other.
      </p>
      <dl className="mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Figure name="cc" likeness={consistency.cc} of={figuresOf(consistency.cc.n, "list")} />
        <Figure name="icc" likeness={consistency.icc} of={figuresOf(consistency.icc.n, "pair of lists", "pairs of lists")} />
      </dl>
      <p className="mt-3 max-w-measure wrap-anywhere text-small text-soft">{basisWords(proposal, consistency)}</p>
      {sampled.length > 0 && <SampledLists lists={sampled} />}
    </section>
  );
}

function Figure({ name, likeness, of }: { name: "cc" | "icc"; likeness: ListLikeness["cc"]; of: string }) {
  return (
    <div>
      <dt className="text-small font-medium">{name.toUpperCase()}</dt>
      <dd className="text-body">
        {likeness.value === null ? (
          <span className="wrap-anywhere text-soft">– {likenessProblem(name, likeness)}</span>
        ) : (
          <>
            <span className="font-medium tabular-nums">{decimals(likeness.value)}</span> <span className="text-soft">over {of}</span>
          </>
        )}
      </dd>
      <dd className="text-small text-soft">{meaning[name]}</dd>
    </div>
  );
}

const basisWords = ({ embeddingsModel }: Proposal, { basis }: ListLikeness): string =>
  basis === "embeddings"
    ? `Each criterion is compared with the most similar one of the other list: the cosine of their embeddings${embeddingsModel === null ? "" : ` by ${embeddingsModel}`}.`
    : "Each criterion is compared with the most similar one of the other list by the words they share, because no embeddings model was chosen. Different words with the same meaning do not match, so these figures are lower than those from embeddings and must not be compared with them.";

function SampledLists({ lists }: { lists: string[][] }) {
  return (
    <details className="mt-3">
      <summary className="w-fit text-small text-soft hover:text-ink">
        {lists.length === 1 ? "The sampled list" : `The ${lists.length} sampled lists`}
      </summary>
      <ol className="mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2">
        {lists.map((list, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sampled lists have no names, may be equal, and never change.
          <li key={index} className="min-w-0">
            <h4 className="text-small font-medium">List {index + 1}</h4>
            <ul className="mt-1 list-disc pl-5 text-small text-soft">
              {list.map((text, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same goes for its criteria.
                <li key={place} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  );
}
