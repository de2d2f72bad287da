"use client";

import { useQuery } from "@tanstack/react-query";
import { figuresOf } from "@/components/charts/format";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { CopyLink } from "@/components/ui/copy-link";
import { ErrorState } from "@/components/ui/error-state";
import { sessionQuery } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { isParticipantAddress, type OwnParticipation, type ParticipationOutcome } from "@/lib/domain/participation";

/** For people who came through a participation link: the end of their part with the code to return with. Nothing for everybody else. */
export function OwnPart({ taskId }: { taskId: string }) {
  const session = useQuery(sessionQuery());
  const came = isParticipantAddress(session.data?.user.email ?? "");
  const part = useQuery({ ...endpointQuery("readOwnParticipation", { params: { taskId } }), enabled: came, staleTime: 0 });
  if (!came) return null;
  if (part.isError) return <ErrorState title="Your code could not be loaded" error={part.error} onRetry={() => void part.refetch()} />;
  if (!part.data) return null;
  if (part.data.outcome !== null) return <Farewell part={part.data} outcome={part.data.outcome} />;
  if (part.data.skipped === 0) return null;
  return (
    <Banner className="mb-3" role="status">
      You skipped {figuresOf(part.data.skipped, "sample")}. Reopen {part.data.skipped === 1 ? "it" : "them"} below and submit a rating to
      get your completion code.
    </Banner>
  );
}

const titles: Record<ParticipationOutcome, string> = {
  completed: "You have finished. Thank you!",
  "screened-out": "You did not pass the exam, so your part ends here. Thank you for your time.",
  declined: "You declined to take part. Only your id was kept.",
};

function Farewell({ part: { code, returnUrl }, outcome }: { part: OwnParticipation; outcome: ParticipationOutcome }) {
  return (
    <section aria-label="The end of your part" className="mb-4 flex flex-col items-start gap-4 rounded-panel border bg-paper p-5">
      <h3 className="text-title">{titles[outcome]}</h3>
      {code !== "" && <CopyLink label={outcome === "completed" ? "Completion code" : "Code to return with"} link={code} />}
      {returnUrl !== "" && (
        <Button asChild variant="primary">
          <a href={returnUrl}>Return to the service</a>
        </Button>
      )}
      {code === "" && returnUrl === "" && <p className="text-body">You can close this page.</p>}
    </section>
  );
}
