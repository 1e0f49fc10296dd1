import { describeSenderContract } from '../sender-contract.js';

describeSenderContract('webpush');
