import { describeNodeContract, describeSenderContract, describeThreadedContract } from '../sender-contract.js';

describeSenderContract('provider_c');
describeThreadedContract('provider_c');
describeNodeContract('provider_c');
