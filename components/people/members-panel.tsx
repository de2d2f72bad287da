"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sessionQuery } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Person } from "@/lib/domain/project";
import { ApiKeyList } from "../shell/api-key-list";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/copy-link";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { FieldError } from "../ui/field";
import { Panel } from "../ui/panel";
import { Select } from "../ui/select";
import { SkeletonRows } from "../ui/skeleton";
import { AccountMenu } from "./account-menu";
import { InviteDialog, roleOptions } from "./invite-dialog";

/** The project's members and their roles, and the API keys they hold; for admins. */
export function MembersPanel({ projectId }: { projectId: string }) {
  const [inviting, setInviting] = useState(false);
  const people = useQuery(endpointQuery("listPeople", { params: { projectId } }));
  const invite = (
    <Button variant="primary" onClick={() => setInviting(true)}>
      Invite a person
    </Button>
  );
  return (
    <div className="max-w-4xl">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 text-body text-soft">
          Annotators score, researchers also read reports, admins also manage people and models.
        </p>
        {invite}
      </div>
      {people.isPending && <SkeletonRows label="Loading people" rows={4} />}
      {people.isError && <ErrorState title="The people could not be loaded" error={people.error} onRetry={() => void people.refetch()} />}
      {people.isSuccess && people.data.items.length === 0 && (
        <EmptyState title="Nobody is in this project yet" action={invite}>
          Invite two or more annotators: agreement is between people.
        </EmptyState>
      )}
      {people.isSuccess && people.data.items.length > 0 && (
        <ul className="divide-y rounded-panel border bg-card">
          {people.data.items.map((person) => (
            <PersonRow key={person.userId} projectId={projectId} person={person} />
          ))}
        </ul>
      )}
      {people.isSuccess && <MemberKeys projectId={projectId} />}
      {inviting && <InviteDialog projectId={projectId} onClose={() => setInviting(false)} />}
    </div>
  );
}

/** All API keys with access to this project, with their owners. */
function MemberKeys({ projectId }: { projectId: string }) {
  const keys = useQuery(endpointQuery("listProjectApiKeys", { params: { projectId } }));
  return (
    <Panel title="API keys of members" description="Each acts as its owner, within its scopes." className="mt-6">
      {keys.isPending && <SkeletonRows label="Loading API keys" rows={2} />}
      {keys.isError && <ErrorState title="The API keys could not be loaded" error={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isSuccess &&
        (keys.data.items.length === 0 ? (
          <p className="text-body text-soft">No member has a key.</p>
        ) : (
          <ApiKeyList keys={keys.data.items} owners />
        ))}
    </Panel>
  );
}

function PersonRow({ projectId, person }: { projectId: string; person: Person }) {
  const [asking, setAsking] = useState<"link" | "remove" | null>(null);
  const session = useQuery(sessionQuery());
  const update = useEndpointMutation("updatePerson", { refresh: ["listPeople", "getProject"] });
  const params = { projectId, userId: person.userId };
  const isMe = session.data?.user.id === person.userId;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2 text-body font-medium wrap-anywhere">
          {person.name}
          {isMe && <Badge tone="quiet">you</Badge>}
          {person.instanceAdmin && <Badge tone="quiet">administrator of this installation</Badge>}
          {person.disabled ? <Badge tone="bad">disabled</Badge> : !person.hasPassword && <Badge tone="caution">not signed in yet</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-soft">{person.email}</p>
      </div>
      <Select
        aria-label={`Role of ${person.name}`}
        className="w-36"
        disabled={update.isPending}
        value={person.role}
        onValueChange={(role) => update.mutate({ params, body: { role } })}
        options={roleOptions}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setAsking("link")}>
          {person.hasPassword ? "Password link" : "Invitation link"}
        </Button>
        <Button size="small" variant="danger" onClick={() => setAsking("remove")}>
          Remove
        </Button>
        {!isMe && <AccountMenu account={person} />}
      </div>
      {update.isError && (
        <div className="basis-full">
          <FieldError>{update.error.message}</FieldError>
        </div>
      )}
      {asking === "link" && <LinkDialog params={params} person={person} isMe={isMe} onClose={() => setAsking(null)} />}
      {asking === "remove" && <RemoveDialog params={params} person={person} onClose={() => setAsking(null)} />}
    </li>
  );
}

interface PersonDialogProps {
  params: { projectId: string; userId: string };
  person: Person;
  onClose: () => void;
}

function LinkDialog({ params, person, isMe, onClose }: PersonDialogProps & { isMe: boolean }) {
  const reset = useEndpointMutation("resetPassword");
  const footer = reset.isSuccess ? (
    <Button variant="primary" onClick={onClose}>
      Done
    </Button>
  ) : (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button variant="primary" busy={reset.isPending} onClick={() => reset.mutate({ params })}>
        Make a link
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`A link for ${person.name}`} footer={footer} width="narrow">
        {reset.isSuccess ? (
          <CopyLink label="Link to set a password" link={reset.data.link} />
        ) : (
          <p className="text-body">
            It works once and lets {person.name} set a new password.{" "}
            {isMe ? "Your sessions and API keys end when you use it." : "Any sessions and API keys they have end now."}
            {person.hasPassword && " The current password works until the link is used."}
          </p>
        )}
        {reset.isError && <FieldError>{reset.error.message}</FieldError>}
      </DialogContent>
    </Dialog>
  );
}

function RemoveDialog({ params, person, onClose }: PersonDialogProps) {
  const remove = useEndpointMutation("removePerson", { refresh: ["listPeople", "getProject", "listProjects"] });
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Keep</Button>
      </DialogClose>
      <Button variant="destroy" busy={remove.isPending} onClick={() => remove.mutate({ params }, { onSuccess: onClose })}>
        Remove
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Remove ${person.name} from the project`} footer={footer} width="narrow">
        <p className="text-body">Their scores and actions stay in the study and in the report. They can be invited again.</p>
        {remove.isError && <FieldError>{remove.error.message}</FieldError>}
      </DialogContent>
    </Dialog>
  );
}
