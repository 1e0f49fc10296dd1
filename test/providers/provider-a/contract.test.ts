import { describeNodeContract, describeSenderContract, describeThreadedContract } from '../sender-contract.js';

describeSenderContract('provider_a');
describeThreadedContract('provider_a');
describeNodeContract('provider_a');
