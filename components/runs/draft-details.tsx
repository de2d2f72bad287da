import type { DraftDetails as Details } from "@/lib/domain/draft-details";
import { foundParts } from "./details-of-draft";

interface DraftDetailsProps {
  details: Details;
  /** The draft's score says which of two outputs is better. */
  ofPairs: boolean;
}

/** What the protocol found on the way to a draft, folded away until it is asked for; nothing where it only repeats the draft. */
export function DraftDetails({ details, ofPairs }: DraftDetailsProps) {
  const parts = foundParts(details, ofPairs);
  if (parts.length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="w-fit text-small text-soft hover:text-ink">Details</summary>
      <dl className="mt-2 flex max-w-prose flex-col gap-3 border-s ps-3 text-small">
        {parts.map(({ name, said, text, list }) => (
          <div key={name}>
            <dt className="text-label font-medium text-soft">{name}</dt>
            <dd className="wrap-anywhere">
              {said}
              {/* It takes the focus, so that keys can scroll it. */}
              {text !== undefined && (
                <div className="manuscript mt-1 max-h-48 overflow-auto rounded-control bg-sunken p-2" tabIndex={0}>
                  {text}
                </div>
              )}
              {list && (
                <ul className="list-disc ps-4">
                  {list.map((line) => (
                    <li key={`${line.text} ${line.note}`}>
                      {line.text} <span className="text-soft">({line.note})</span>
                    </li>
                  ))}
                </ul>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
