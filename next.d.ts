// In place of Next's own next-env.d.ts, which lets the hooks of next/navigation return null as soon as there is a folder `pages`. Ours has no pages.
/// <reference types="next" />
/// <reference types="next/image-types/global" />
