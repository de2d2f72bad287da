"use client";

import { useQuery } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import { type Participation, saveLinkBody } from "@/lib/domain/participation";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/copy-link";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { LinkForm } from "./link-form";
import { ParticipantTable } from "./participant-table";

/** The participation link of a plan: for people of a crowd-work service, who need no invitation. */
export function LinkPanel({ taskId }: { taskId: string }) {
  const params = { taskId };
  const shown = useQuery(endpointQuery("readParticipation", { params }));
  const save = useEndpointMutation("saveParticipationLink", { refresh: ["readParticipation"] });
  return (
    <Panel
      title="Participation link"
      description="People of a crowd-work service take part through it without an invitation, known by the service's id."
    >
      {shown.isError ? (
        <ErrorState title="The link could not be loaded" error={shown.error} onRetry={() => void shown.refetch()} />
      ) : shown.data === undefined ? (
        <SkeletonRows label="Loading the link" rows={2} />
      ) : shown.data.link === null ? (
        <>
          <Button busy={save.isPending} onClick={() => save.mutate({ params, body: saveLinkBody.parse({}) })}>
            Make a link
          </Button>
          {save.isError && <FieldError>{save.error.message}</FieldError>}
        </>
      ) : (
        <Link taskId={taskId} link={shown.data.link} participants={shown.data.participants} />
      )}
    </Panel>
  );
}

function Link({
  taskId,
  link,
  participants,
}: {
  taskId: string;
  link: NonNullable<Participation["link"]>;
  participants: Participation["participants"];
}) {
  const renew = useEndpointMutation("renewParticipationLink", { refresh: ["readParticipation"] });
  const { url, ...content } = link;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-x-3">
        <div className="min-w-0 grow basis-80">
          <CopyLink label="Link; the service adds the person's id at its end" link={`${url}?${link.idParameter}=`} />
        </div>
        <Button className="mb-5" busy={renew.isPending} onClick={() => renew.mutate({ params: { taskId } })}>
          Renew
        </Button>
      </div>
      {renew.isError && <FieldError>{renew.error.message}</FieldError>}
      {/* A saved change becomes the form's new starting point. */}
      <LinkForm key={JSON.stringify(content)} taskId={taskId} content={content} />
      {participants.length > 0 && <ParticipantTable participants={participants} />}
    </div>
  );
}
