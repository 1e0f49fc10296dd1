// For a service worker that is bundled: shows what arrives, opens its link, sends receipts.
import '../../../public/sdk/sw.js';
