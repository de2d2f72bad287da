"use client";

import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { SignInForm } from "./sign-in-form";

/**
 * Asks for the password in place. It may appear while somebody is typing, so it never takes the focus.
 * It is non-modal beside the page, but modal over another dialog, which would otherwise close at a click outside it.
 */
export function SignInDialog({ email, onSignedIn }: { email: string; onSignedIn: () => Promise<void> }) {
  const [modal] = useState(() => document.querySelector("[role=dialog]") !== null);
  return (
    <Dialog open modal={modal}>
      <DialogContent
        title="Sign in again"
        description="Your session has ended. Your work is kept here and will be saved when you sign in."
        width="narrow"
        closable={false}
        data-beside-page={modal ? undefined : ""}
        onOpenAutoFocus={(event) => event.preventDefault()}
        className={modal ? undefined : "shadow-lg sm:top-auto sm:bottom-4 sm:left-4 sm:w-96 sm:translate-x-0 sm:translate-y-0"}
      >
        <p role="alert" className="sr-only">
          Your session has ended. Sign in again to have your work saved.
        </p>
        <SignInForm email={email} onSignedIn={onSignedIn} />
      </DialogContent>
    </Dialog>
  );
}
