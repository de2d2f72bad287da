"use client";

import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CriteriaRound, UnionLine } from "@/lib/domain/criteria-round";
import type { CriterionContent } from "@/lib/domain/criterion";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { groupOfLine } from "@/lib/review/criteria-union";
import { CriterionDialog } from "./criterion-dialog";
import { type Decision, UnionLineItem } from "./union-line-item";

interface UnionListProps {
  round: CriteriaRound;
  lines: readonly UnionLine[];
  pairwise: boolean;
  moderates: boolean;
  reasons: readonly CodebookEntry[];
}

/** Every criterion of the round with what each expert did, its thread, and the decision. */
export function UnionList({ round, lines, pairwise, moderates, reasons }: UnionListProps) {
  const params = { roundId: round.id };
  const decide = useEndpointMutation("decideCriterion", { refresh: ["getCriteriaRound"] });
  const [rewording, setRewording] = useState<{ line: UnionLine; criterion: CriterionContent } | null>(null);
  const record = (line: UnionLine, decision: Decision) =>
    decide.mutate({ params, body: { lineId: line.id, ...decision } }, { onError: (error) => toast(error.message) });
  return (
    <section aria-label="Everybody's redlines">
      <ol className="divide-y overflow-hidden rounded-panel border bg-card">
        {lines.map((line) => (
          <UnionLineItem
            key={line.id}
            line={line}
            roundId={round.id}
            pairwise={pairwise}
            reasons={reasons}
            open={round.status === "discussing"}
            busy={decide.isPending}
            onDecide={moderates ? (decision) => record(line, decision) : null}
            onReword={(criterion) => setRewording({ line, criterion })}
          />
        ))}
      </ol>
      {rewording && (
        <CriterionDialog
          title="The wording agreed on"
          criterion={{ ...rewording.criterion, group: groupOfLine(rewording.line) }}
          pairwise={pairwise}
          submitLabel="Record"
          reasons={null}
          withGroup
          onClose={() => setRewording(null)}
          onSubmit={(criterion) => {
            setRewording(null);
            record(rewording.line, { criterion, group: criterion.group ?? null, note: "" });
          }}
        />
      )}
    </section>
  );
}
