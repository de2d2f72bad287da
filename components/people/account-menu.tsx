"use client";

import { useState } from "react";
import { useEndpointMutation } from "@/lib/client/use-endpoint-mutation";
import type { Account } from "@/lib/domain/account";
import { Button, buttonLook } from "../ui/button";
import { ConfirmByNameDialog } from "../ui/confirm-by-name-dialog";
import { Dialog, DialogClose, DialogContent } from "../ui/dialog";
import { FieldError } from "../ui/field";
import { Menu, MenuItem } from "../ui/menu";
import { toast } from "../ui/toast";

const refresh = ["listPeople", "listAccounts", "listApiKeys", "listProjectApiKeys", "readProgress"] as const;

/** Actions on an account, which apply in every project at once. */
export function AccountMenu({ account }: { account: Account }) {
  const [asking, setAsking] = useState<"disable" | "delete" | null>(null);
  const update = useEndpointMutation("updateAccount", { refresh });
  const remove = useEndpointMutation("deleteAccount", { refresh });
  const params = { userId: account.userId };
  const enable = () =>
    update.mutate(
      { params, body: { disabled: false } },
      { onSuccess: () => toast.success(`${account.name} can sign in again.`), onError: (error) => toast.error(error.message) },
    );
  return (
    <>
      <Menu label="Account" aria-label={`Account of ${account.name}`} disabled={update.isPending} className={buttonLook({ size: "small" })}>
        {account.disabled ? (
          <MenuItem onSelect={enable}>Enable account</MenuItem>
        ) : (
          <MenuItem onSelect={() => setAsking("disable")}>Disable account…</MenuItem>
        )}
        <MenuItem danger onSelect={() => setAsking("delete")}>
          Delete account…
        </MenuItem>
      </Menu>
      {asking === "disable" && <DisableDialog account={account} onClose={() => setAsking(null)} />}
      <ConfirmByNameDialog
        open={asking === "delete"}
        onOpenChange={() => setAsking(null)}
        title={`Delete the account of ${account.name}`}
        name={account.email}
        confirmLabel="Delete account"
        onConfirm={(confirmEmail) => remove.mutateAsync({ params, body: { confirmEmail } })}
      >
        Name, e-mail address, password and API keys are deleted for good, in every project. Scores and actions stay, under “former
        annotator”.
      </ConfirmByNameDialog>
    </>
  );
}

function DisableDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const update = useEndpointMutation("updateAccount", { refresh });
  const disable = () => update.mutate({ params: { userId: account.userId }, body: { disabled: true } }, { onSuccess: onClose });
  const footer = (
    <>
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      <Button variant="destroy" busy={update.isPending} onClick={disable}>
        Disable account
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Disable the account of ${account.name}`} footer={footer} width="narrow">
        <p className="text-body">
          They are signed out everywhere and cannot sign in, in any project, until the account is enabled again. Their API keys end for
          good. Their work stays.
        </p>
        {update.isError && <FieldError>{update.error.message}</FieldError>}
      </DialogContent>
    </Dialog>
  );
}
