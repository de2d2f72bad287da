"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { SignInForm } from "./sign-in-form";

/** Asks for the password in place. */
export function SignInDialog({ email, onSignedIn }: { email: string; onSignedIn: () => Promise<void> }) {
  return (
    <Dialog open>
      <DialogContent
        title="Sign in again"
        description="Your session has ended. What you did here is kept and will be saved when you are signed in."
        width="narrow"
        closable={false}
      >
        <SignInForm email={email} onSignedIn={onSignedIn} />
      </DialogContent>
    </Dialog>
  );
}
