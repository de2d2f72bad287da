"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "@/lib/client/account";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { Account } from "@/lib/domain/account";
import { ApiKeyList } from "../shell/api-key-list";
import { Badge } from "../ui/badge";
import { EmptyState } from "../ui/empty-state";
import { ErrorState } from "../ui/error-state";
import { PageBody, PageHeader } from "../ui/page-header";
import { Panel } from "../ui/panel";
import { SkeletonRows } from "../ui/skeleton";
import { AccountMenu } from "./account-menu";

/** All accounts and API keys of this installation, for its administrators. */
export function AccountsPage() {
  const session = useQuery(sessionQuery());
  return (
    <PageBody className="max-w-4xl">
      <PageHeader title="Accounts" description="Everyone who can sign in to this installation." />
      {session.isPending && <SkeletonRows label="Loading accounts" rows={4} />}
      {session.data?.user.instanceAdmin === false && (
        <EmptyState title="This page is for administrators of this installation">Ask one of them about accounts.</EmptyState>
      )}
      {session.data?.user.instanceAdmin && <Lists ownId={session.data.user.id} />}
    </PageBody>
  );
}

function Lists({ ownId }: { ownId: string }) {
  const accounts = useQuery(endpointQuery("listAccounts", {}));
  const keys = useQuery(endpointQuery("listApiKeys", { query: { all: "true" } }));
  return (
    <div className="flex flex-col gap-6">
      {accounts.isPending && <SkeletonRows label="Loading accounts" rows={4} />}
      {accounts.isError && (
        <ErrorState title="The accounts could not be loaded" error={accounts.error} onRetry={() => void accounts.refetch()} />
      )}
      {accounts.isSuccess && (
        <ul className="divide-y rounded-panel border bg-card">
          {accounts.data.items.map((account) => (
            <AccountRow key={account.userId} account={account} isMe={account.userId === ownId} />
          ))}
        </ul>
      )}
      <Panel title="API keys" description="Each acts as its owner, within its scopes.">
        {keys.isPending && <SkeletonRows label="Loading API keys" rows={2} />}
        {keys.isError && <ErrorState title="The API keys could not be loaded" error={keys.error} onRetry={() => void keys.refetch()} />}
        {keys.isSuccess &&
          (keys.data.items.length === 0 ? (
            <p className="text-body text-soft">There are no keys.</p>
          ) : (
            <ApiKeyList keys={keys.data.items} owners />
          ))}
      </Panel>
    </div>
  );
}

function AccountRow({ account, isMe }: { account: Account; isMe: boolean }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2 text-body font-medium wrap-anywhere">
          {account.name}
          {isMe && <Badge tone="quiet">you</Badge>}
          {account.instanceAdmin && <Badge tone="quiet">administrator</Badge>}
          {account.disabled ? <Badge tone="bad">disabled</Badge> : !account.hasPassword && <Badge tone="caution">not signed in yet</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-soft">{account.email}</p>
      </div>
      {!isMe && <AccountMenu account={account} />}
    </li>
  );
}
