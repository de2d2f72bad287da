import { StartRedirect } from "@/components/shell/start-redirect";

export default function StartPage() {
  return <StartRedirect />;
}
