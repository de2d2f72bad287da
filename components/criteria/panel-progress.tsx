"use client";

import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { CriteriaRound, PanelMember } from "@/lib/domain/criteria-round";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { Panel } from "../ui/panel";
import { ConfirmDialog } from "./confirm-dialog";

const stale = ["getCriteriaRound", "listCriteriaRounds"] as const;

/** For moderators of an open round: who has submitted, and nothing of what they wrote. */
export function PanelProgress({ round, panel }: { round: CriteriaRound; panel: readonly PanelMember[] }) {
  const params = { roundId: round.id };
  const [asking, setAsking] = useState<"show" | "end" | null>(null);
  const discuss = useEndpointMutation("discussCriteriaRound", { refresh: stale });
  const end = useEndpointMutation("endCriteriaRound", { refresh: stale });
  const missing = panel.filter(({ submitted }) => !submitted);
  const actions = (
    <>
      <Button onClick={() => setAsking("end")}>End the round</Button>
      <Button variant="primary" disabled={missing.length === panel.length} onClick={() => setAsking("show")}>
        Show all redlines
      </Button>
    </>
  );
  return (
    <Panel title="The panel" description={`${panel.length - missing.length} of ${panel.length} have submitted`} actions={actions}>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {panel.map(({ userId, name, submitted }) => (
          <li key={userId ?? name} className="flex items-center gap-2">
            {name} <Badge tone={submitted ? "good" : "quiet"}>{submitted ? "submitted" : "not yet"}</Badge>
          </li>
        ))}
      </ul>
      {asking === "show" && (
        <ConfirmDialog
          title="Show all redlines"
          label={missing.length === 0 ? "Show them" : "Show them without the rest"}
          onClose={() => setAsking(null)}
          onConfirm={() => discuss.mutateAsync({ params, body: { withoutMissing: missing.length > 0 } })}
        >
          The panel sees everybody's work and discusses it; nobody can change a redline any more.
          {missing.length > 0 && ` ${new Intl.ListFormat("en").format(missing.map(({ name }) => name))} will be left out.`}
        </ConfirmDialog>
      )}
      {asking === "end" && (
        <ConfirmDialog title="End this round" label="End it" onClose={() => setAsking(null)} onConfirm={() => end.mutateAsync({ params })}>
          Nothing is published. Redlines that were not shown stay unseen.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
