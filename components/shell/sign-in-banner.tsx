"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { SignInForm } from "./sign-in-form";

interface SignInBannerProps {
  email: string;
  onSignedIn: () => Promise<void>;
}

const sentence = "Your session has ended. Your work is kept here and will be saved when you sign in again.";

/**
 * Asks to sign in again in place. It may appear while somebody is typing, so it never takes the focus, and it covers no button at the page's foot.
 * Over an open dialog, which would be closed by a click beside it, it is a dialog itself.
 */
export function SignInBanner({ email, onSignedIn }: SignInBannerProps) {
  const [overDialog] = useState(() => document.querySelector("[role=dialog]") !== null);
  const [open, setOpen] = useState(false);
  if (overDialog) {
    return (
      <Dialog open>
        <DialogContent
          title="Sign in again"
          description={sentence}
          width="narrow"
          closable={false}
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <SignInForm email={email} onSignedIn={onSignedIn} />
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <section
      aria-label="Sign in again"
      className="fixed inset-x-2 top-14 z-40 rounded-panel border border-caution bg-card px-4 py-3 text-body shadow-lg sm:right-auto sm:left-4 sm:w-96"
    >
      <div role="alert" className="flex items-center gap-3">
        <p className="min-w-0 grow">{sentence}</p>
        {!open && (
          <Button size="small" onClick={() => setOpen(true)}>
            Sign in
          </Button>
        )}
      </div>
      {open && (
        <div className="mt-3 border-t pt-3">
          <SignInForm email={email} onSignedIn={onSignedIn} />
        </div>
      )}
    </section>
  );
}
