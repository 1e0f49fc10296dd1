// For a bundled service worker: shows messages, opens their links and sends receipts.
import '../../../public/sdk/sw.js';
