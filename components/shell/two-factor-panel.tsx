"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { onDemand } from "@/components/ui/on-demand";
import { Panel } from "@/components/ui/panel";
import { toast } from "@/components/ui/toast";
import { sessionQuery } from "@/lib/client/account";
import { beginCodes, confirmFirstCode, endCodes, renewBackupCodes } from "@/lib/client/account-security";
import { useSubmit } from "./use-submit";

const QrCode = onDemand(() => import("./qr-code").then((file) => file.QrCode));

type Begun = Awaited<ReturnType<typeof beginCodes>>;

/** Switches on and off that signing in with the password asks for a code of an authenticator app too. */
export function TwoFactorPanel({ on }: { on: boolean }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: sessionQuery().queryKey });
  const description = on
    ? "Signing in with your password also asks for a code of your authenticator app."
    : "With an authenticator app on your phone, a stolen password alone opens nothing.";
  return (
    <Panel title="Codes for signing in" description={description}>
      {codes ? (
        <BackupCodes codes={codes} onDone={() => setCodes(null)} />
      ) : on ? (
        <PasswordAction
          actions={[
            {
              label: "New backup codes",
              run: async (password) => setCodes((await renewBackupCodes(password)).backupCodes),
            },
            {
              label: "Switch off",
              run: async (password) => {
                await endCodes(password);
                await refresh();
                toast.success("Signing in asks for the password alone.");
              },
            },
          ]}
        />
      ) : begun ? (
        <FirstCode
          begun={begun}
          onCancel={() => setBegun(null)}
          onConfirmed={async () => {
            setCodes(begun.backupCodes);
            setBegun(null);
            await refresh();
          }}
        />
      ) : (
        <PasswordAction actions={[{ label: "Set up", run: async (password) => setBegun(await beginCodes(password)) }]} />
      )}
    </Panel>
  );
}

/** What asks for the password again, since somebody else may be sitting at this browser. */
function PasswordAction({ actions }: { actions: { label: string; run: (password: string) => Promise<void> }[] }) {
  const [password, setPassword] = useState("");
  const [chosen, setChosen] = useState(0);
  const { busy, problem, submit } = useSubmit(async () => {
    await actions[chosen]?.run(password);
    setPassword("");
  });
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label="Your password" error={problem} className="min-w-52 grow">
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {actions.map(({ label }, index) => (
        <Button key={label} type="submit" busy={busy && chosen === index} className="h-9" onClick={() => setChosen(index)}>
          {label}
        </Button>
      ))}
    </form>
  );
}

function FirstCode({ begun, onCancel, onConfirmed }: { begun: Begun; onCancel: () => void; onConfirmed: () => Promise<void> }) {
  const [code, setCode] = useState("");
  const { busy, problem, submit } = useSubmit(async () => {
    await confirmFirstCode(code.trim());
    await onConfirmed();
  });
  const secret = new URL(begun.totpURI).searchParams.get("secret") ?? "";
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={begun.totpURI} label="The key for your authenticator app, as a QR code" />
        <div className="min-w-52 flex-1 basis-52">
          <p className="text-body">Scan this with your authenticator app, or enter the key there:</p>
          <code className="mt-2 block font-mono text-small break-all select-all">{secret}</code>
        </div>
      </div>
      <Field label="The code that the app shows" className="max-w-60">
        {(control) => (
          <Input
            {...control}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      {problem && <FieldError>{problem}</FieldError>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Switch on
        </Button>
        <Button type="button" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div role="status" className="flex flex-col gap-3 rounded-control bg-inserted-soft p-4">
      <p className="text-small text-inserted">
        Keep these backup codes: each works once instead of the app, and they are not shown again. Earlier ones have ended.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-small sm:grid-cols-3">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <Button size="small" variant="quiet" className="self-start" onClick={onDone}>
        I have kept them
      </Button>
    </div>
  );
}
