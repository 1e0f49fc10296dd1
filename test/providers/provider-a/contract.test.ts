import { describeSenderContract, describeThreadedContract } from '../sender-contract.js';

describeSenderContract('provider_a');
describeThreadedContract('provider_a');
