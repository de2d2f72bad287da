"use client";

import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/client/api-error";
import { newId } from "@/lib/client/new-id";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CriteriaRound } from "@/lib/domain/criteria-round";
import type { CodebookEntry } from "@/lib/domain/reason-codes";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";
import { type CriteriaChange, toAction } from "./criteria-action";
import { RedlineList } from "./redline-list";

const stale = ["getCriteriaRound", "listCriteriaRounds"] as const;

interface OwnRedlineProps {
  round: CriteriaRound;
  mine: NonNullable<CriteriaRound["mine"]>;
  pairwise: boolean;
  reasons: readonly CodebookEntry[];
  /** Called when the redline was changed elsewhere. */
  onStale: () => void;
}

/** An expert's own redline of an open round. */
export function OwnRedline({ round, mine, pairwise, reasons, onStale }: OwnRedlineProps) {
  const params = { roundId: round.id };
  const save = useEndpointMutation("saveRedline", { refresh: ["getCriteriaRound"] });
  const submit = useEndpointMutation("submitRedline", { refresh: stale });
  const busy = save.isPending || submit.isPending;
  const change = (made: CriteriaChange) => {
    const action = toAction(made, { id: newId(), parentId: mine.actions.at(-1)?.id ?? null, at: new Date().toISOString() });
    save.mutate(
      { params, body: { actions: [action] } },
      {
        onError: (error) => {
          const changed = error instanceof ApiError && error.code === "stale_parent";
          toast(changed ? "You changed this redline elsewhere. It is shown as it is now; your last step was not saved." : error.message);
          if (changed) onStale();
        },
      },
    );
  };
  const mark = (submitted: boolean) => submit.mutate({ params, body: { submitted } }, { onError: (error) => toast(error.message) });
  return (
    <div className="flex flex-col gap-4">
      {mine.submitted && (
        <Banner>
          You have submitted your redline. You will see the others' once a moderator shows them all.{" "}
          <Button size="small" disabled={busy} onClick={() => mark(false)}>
            Reopen it
          </Button>
        </Banner>
      )}
      <RedlineList
        title="Your redline"
        words={({ lines, open }) => (open === 0 ? "Every criterion is decided." : `${open} of ${lines.length} undecided`)}
        items={round.items}
        actions={mine.actions}
        pairwise={pairwise}
        reasons={reasons}
        busy={busy || mine.submitted}
        onChange={change}
        footer={({ open }) =>
          mine.submitted ? null : (
            <>
              <p className="grow basis-64 text-small text-soft">
                {open > 0
                  ? "Accept what is necessary and can be judged as it is, revise what needs improvement, remove the rest, and add what is missing."
                  : "You can reopen it until the redlines are shown."}
              </p>
              <Button variant="primary" busy={submit.isPending} disabled={busy || open > 0} onClick={() => mark(true)}>
                Submit your redline
              </Button>
            </>
          )
        }
      />
    </div>
  );
}
