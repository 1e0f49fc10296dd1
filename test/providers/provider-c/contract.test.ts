import { describeSenderContract, describeThreadedContract } from '../sender-contract.js';

describeSenderContract('provider_c');
describeThreadedContract('provider_c');
