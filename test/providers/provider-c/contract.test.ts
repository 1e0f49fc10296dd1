import { describeSenderContract } from '../sender-contract.js';

describeSenderContract('provider_c');
