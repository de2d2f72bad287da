"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { SignInForm } from "./sign-in-form";

interface SignInBannerProps {
  inFlow: boolean;
  email: string;
  onSignedIn: () => Promise<void>;
}

const sentence = "Your session has ended. Your work is kept here and will be saved when you sign in again.";

/** Whoever asks for the form goes on in it; the button that had the focus is gone. */
const focusPassword = (form: HTMLElement | null) => form?.querySelector<HTMLElement>("input[type=password], a, button")?.focus();

/**
 * Asks to sign in again in place. It may appear while somebody is typing, so it never takes the focus, and it covers no button at the page's foot.
 * Over an open dialog, which would be closed by a click beside it, it is a dialog itself.
 */
export function SignInBanner({ inFlow, email, onSignedIn }: SignInBannerProps) {
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
          <SignInForm email={email} next={null} onSignedIn={onSignedIn} />
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <section
      aria-label="Sign in again"
      className={cn(
        "border-caution bg-card px-4 py-3 text-body",
        inFlow
          ? "max-h-[50dvh] shrink-0 overflow-y-auto border-b"
          : "fixed inset-x-2 top-14 z-40 rounded-panel border shadow-lg sm:right-auto sm:left-4 sm:w-96",
      )}
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
        <div ref={focusPassword} className="mt-3 border-t pt-3">
          <SignInForm email={email} next={null} onSignedIn={onSignedIn} />
        </div>
      )}
    </section>
  );
}
