import { StartRedirect } from "@/components/shell/start-redirect";
import { linkPreview } from "./site-metadata";

export const generateMetadata = linkPreview;

export default function StartPage() {
  return <StartRedirect />;
}
