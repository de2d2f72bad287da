import { useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { signOut } from "@/lib/client/account";

/** Signs out and clears the person's data from the browser's cache. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    try {
      await signOut();
    } catch (error) {
      toast.error(error instanceof Error ? error.message : "Signing out failed.");
      return;
    }
    client.clear();
    window.location.assign("/sign-in");
  };
}
