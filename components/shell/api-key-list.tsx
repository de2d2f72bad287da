"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { ApiKey } from "@/lib/domain/api-key";

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
const dayOf = (time: string) => day.format(new Date(time));

/** API keys, each with a button to revoke it; with owners if they belong to several people. */
export function ApiKeyList({ keys, owners = false }: { keys: readonly ApiKey[]; owners?: boolean }) {
  const revoke = useEndpointMutation("revokeApiKey", { refresh: ["listApiKeys", "listProjectApiKeys"] });
  const end = (keyId: string) =>
    revoke.mutate(
      { params: { keyId } },
      { onSuccess: () => toast.success("The key is revoked."), onError: (error) => toast.error(error.message) },
    );
  return (
    <ul className="divide-y border-y">
      {keys.map((key) => (
        <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
          <div className="min-w-40 grow basis-40">
            <p className="font-medium wrap-anywhere">{key.name}</p>
            {owners && <p className="text-small wrap-anywhere text-soft">{key.owner.name}</p>}
          </div>
          <code className="font-mono text-label text-soft">{key.start}…</code>
          <span className="flex gap-1">
            {key.scopes.map((scope) => (
              <Badge key={scope} tone="quiet">
                {scope}
              </Badge>
            ))}
          </span>
          <span className="text-small text-soft">{endOf(key)}</span>
          <span className="text-small text-soft">{key.lastUsedAt ? `used ${dayOf(key.lastUsedAt)}` : "never used"}</span>
          <Button
            size="small"
            variant="danger"
            busy={revoke.isPending && revoke.variables.params.keyId === key.id}
            onClick={() => end(key.id)}
            aria-label={owners ? `Revoke ${key.name} of ${key.owner.name}` : `Revoke ${key.name}`}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function endOf({ expiresAt }: ApiKey): string {
  if (expiresAt === null) return "no end";
  return Date.parse(expiresAt) < Date.now() ? `expired ${dayOf(expiresAt)}` : `until ${dayOf(expiresAt)}`;
}
